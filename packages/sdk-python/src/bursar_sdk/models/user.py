from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.user_allowed_actions_item import UserAllowedActionsItem, check_user_allowed_actions_item
from ..models.user_organization_role import UserOrganizationRole, check_user_organization_role
from ..models.user_role import UserRole, check_user_role
from ..models.user_status import UserStatus, check_user_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="User")


@_attrs_define
class User:
    """A user of the organization.

    Attributes:
        user_id (UUID): The user's id.
        email (str): The email address, in lower case.
        first_name (str): First name.
        last_name (str): Last name.
        organization_role (UserOrganizationRole): The role in the terms of this API family: `customUser` stands for
            every other role.
        role (UserRole): The user's role.
        custom_permissions (list[str]): For the role `custom`: its scopes and permissions.
        status (UserStatus): A locked user, and the tokens that they created, have no access.
        allowed_actions (list[UserAllowedActionsItem] | Unset): What the calling user may do with this user. Absent if a
            token makes the request.
    """

    user_id: UUID
    email: str
    first_name: str
    last_name: str
    organization_role: UserOrganizationRole
    role: UserRole
    custom_permissions: list[str]
    status: UserStatus
    allowed_actions: list[UserAllowedActionsItem] | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        user_id = str(self.user_id)

        email = self.email

        first_name = self.first_name

        last_name = self.last_name

        organization_role: str = self.organization_role

        role: str = self.role

        custom_permissions = self.custom_permissions

        status: str = self.status

        allowed_actions: list[str] | Unset = UNSET
        if not isinstance(self.allowed_actions, Unset):
            allowed_actions = []
            for allowed_actions_item_data in self.allowed_actions:
                allowed_actions_item: str = allowed_actions_item_data
                allowed_actions.append(allowed_actions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "userId": user_id,
                "email": email,
                "firstName": first_name,
                "lastName": last_name,
                "organizationRole": organization_role,
                "role": role,
                "customPermissions": custom_permissions,
                "status": status,
            }
        )
        if allowed_actions is not UNSET:
            field_dict["allowedActions"] = allowed_actions

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        user_id = UUID(d.pop("userId"))

        email = d.pop("email")

        first_name = d.pop("firstName")

        last_name = d.pop("lastName")

        organization_role = check_user_organization_role(d.pop("organizationRole"))

        role = check_user_role(d.pop("role"))

        custom_permissions = cast(list[str], d.pop("customPermissions"))

        status = check_user_status(d.pop("status"))

        _allowed_actions = d.pop("allowedActions", UNSET)
        allowed_actions: list[UserAllowedActionsItem] | Unset = UNSET
        if _allowed_actions is not UNSET:
            allowed_actions = []
            for allowed_actions_item_data in _allowed_actions:
                allowed_actions_item = check_user_allowed_actions_item(allowed_actions_item_data)

                allowed_actions.append(allowed_actions_item)

        user = cls(
            user_id=user_id,
            email=email,
            first_name=first_name,
            last_name=last_name,
            organization_role=organization_role,
            role=role,
            custom_permissions=custom_permissions,
            status=status,
            allowed_actions=allowed_actions,
        )

        user.additional_properties = d
        return user

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
