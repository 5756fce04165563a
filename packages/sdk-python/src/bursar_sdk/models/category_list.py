from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.category_data import CategoryData
    from ..models.page import Page


T = TypeVar("T", bound="CategoryList")


@_attrs_define
class CategoryList:
    """
    Attributes:
        categories (list[CategoryData]): The page.
        page (Page): Always an object; empty if all items are on this page.
    """

    categories: list[CategoryData]
    page: Page
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)

        page = self.page.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "categories": categories,
                "page": page,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.category_data import CategoryData  # noqa: PLC0415
        from ..models.page import Page  # noqa: PLC0415

        d = dict(src_dict)
        categories = []
        _categories = d.pop("categories")
        for categories_item_data in _categories:
            categories_item = CategoryData.from_dict(categories_item_data)

            categories.append(categories_item)

        page = Page.from_dict(d.pop("page"))

        category_list = cls(
            categories=categories,
            page=page,
        )

        category_list.additional_properties = d
        return category_list

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
