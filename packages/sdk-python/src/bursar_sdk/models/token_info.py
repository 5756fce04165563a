from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.scope import Scope, check_scope
from ..models.service_mode import ServiceMode, check_service_mode
from ..models.token_kind import TokenKind, check_token_kind

if TYPE_CHECKING:
    from ..models.named_organization import NamedOrganization
    from ..models.token_limits import TokenLimits


T = TypeVar("T", bound="TokenInfo")


@_attrs_define
class TokenInfo:
    """
    Attributes:
        token_id (UUID): The token's id.
        name (str): Its name.
        kind (TokenKind): Its kind.
        mode (ServiceMode): The mode of this service.
        scopes (list[Scope]): The token's scopes.
        allowlist (list[str]): Addresses from which it may send directly. If empty, it cannot send directly.
        organization (NamedOrganization): The token's organization.
        limits (TokenLimits): The token's limits and what remains of them.
        audience (None | str): For an access token that an application got over OAuth: the server for which it is, which
            must accept no other. Null: an API token.
        created_at (datetime.datetime): When it was created.
        expires_at (datetime.datetime | None): When it stops working; null = never.
        last_used_at (datetime.datetime | None): When it was last used, to the minute; null = not recorded yet.
    """

    token_id: UUID
    name: str
    kind: TokenKind
    mode: ServiceMode
    scopes: list[Scope]
    allowlist: list[str]
    organization: NamedOrganization
    limits: TokenLimits
    audience: None | str
    created_at: datetime.datetime
    expires_at: datetime.datetime | None
    last_used_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        token_id = str(self.token_id)

        name = self.name

        kind: str = self.kind

        mode: str = self.mode

        scopes = []
        for scopes_item_data in self.scopes:
            scopes_item: str = scopes_item_data
            scopes.append(scopes_item)

        allowlist = self.allowlist

        organization = self.organization.to_dict()

        limits = self.limits.to_dict()

        audience: None | str
        audience = self.audience

        created_at = self.created_at.isoformat()

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "tokenId": token_id,
                "name": name,
                "kind": kind,
                "mode": mode,
                "scopes": scopes,
                "allowlist": allowlist,
                "organization": organization,
                "limits": limits,
                "audience": audience,
                "createdAt": created_at,
                "expiresAt": expires_at,
                "lastUsedAt": last_used_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.named_organization import NamedOrganization  # noqa: PLC0415
        from ..models.token_limits import TokenLimits  # noqa: PLC0415

        d = dict(src_dict)
        token_id = UUID(d.pop("tokenId"))

        name = d.pop("name")

        kind = check_token_kind(d.pop("kind"))

        mode = check_service_mode(d.pop("mode"))

        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in _scopes:
            scopes_item = check_scope(scopes_item_data)

            scopes.append(scopes_item)

        allowlist = cast(list[str], d.pop("allowlist"))

        organization = NamedOrganization.from_dict(d.pop("organization"))

        limits = TokenLimits.from_dict(d.pop("limits"))

        def _parse_audience(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        audience = _parse_audience(d.pop("audience"))

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))

        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)

                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))

        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_used_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))

        token_info = cls(
            token_id=token_id,
            name=name,
            kind=kind,
            mode=mode,
            scopes=scopes,
            allowlist=allowlist,
            organization=organization,
            limits=limits,
            audience=audience,
            created_at=created_at,
            expires_at=expires_at,
            last_used_at=last_used_at,
        )

        token_info.additional_properties = d
        return token_info

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
