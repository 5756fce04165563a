from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.organization_billing_cadence import OrganizationBillingCadence, check_organization_billing_cadence
from ..models.organization_kind import OrganizationKind, check_organization_kind
from ..models.organization_subscription_tier import OrganizationSubscriptionTier, check_organization_subscription_tier

if TYPE_CHECKING:
    from ..models.dba import Dba


T = TypeVar("T", bound="Organization")


@_attrs_define
class Organization:
    """The organization.

    Attributes:
        id (UUID): The organization's id.
        legal_business_name (str): Its legal name.
        kind (OrganizationKind): Whether it is a business or an individual.
        dbas (list[Dba]): Names it does business as.
        billing_cadence (OrganizationBillingCadence): How often its plan is billed.
        subscription_tier (OrganizationSubscriptionTier): Its plan. Invoicing requires a plan other than `free`.
        ein (None | str): Employer identification number.
    """

    id: UUID
    legal_business_name: str
    kind: OrganizationKind
    dbas: list[Dba]
    billing_cadence: OrganizationBillingCadence
    subscription_tier: OrganizationSubscriptionTier
    ein: None | str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        legal_business_name = self.legal_business_name

        kind: str = self.kind

        dbas = []
        for dbas_item_data in self.dbas:
            dbas_item = dbas_item_data.to_dict()
            dbas.append(dbas_item)

        billing_cadence: str = self.billing_cadence

        subscription_tier: str = self.subscription_tier

        ein: None | str
        ein = self.ein

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "legalBusinessName": legal_business_name,
                "kind": kind,
                "dbas": dbas,
                "billingCadence": billing_cadence,
                "subscriptionTier": subscription_tier,
                "ein": ein,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.dba import Dba  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        legal_business_name = d.pop("legalBusinessName")

        kind = check_organization_kind(d.pop("kind"))

        dbas = []
        _dbas = d.pop("dbas")
        for dbas_item_data in _dbas:
            dbas_item = Dba.from_dict(dbas_item_data)

            dbas.append(dbas_item)

        billing_cadence = check_organization_billing_cadence(d.pop("billingCadence"))

        subscription_tier = check_organization_subscription_tier(d.pop("subscriptionTier"))

        def _parse_ein(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ein = _parse_ein(d.pop("ein"))

        organization = cls(
            id=id,
            legal_business_name=legal_business_name,
            kind=kind,
            dbas=dbas,
            billing_cadence=billing_cadence,
            subscription_tier=subscription_tier,
            ein=ein,
        )

        organization.additional_properties = d
        return organization

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
