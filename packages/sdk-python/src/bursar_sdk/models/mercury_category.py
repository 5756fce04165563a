from typing import Literal, cast

MercuryCategory = Literal[
    "Advertising",
    "Airlines",
    "AlcoholAndBars",
    "BooksAndNewspaper",
    "CarRental",
    "Charity",
    "Clothing",
    "Conferences",
    "Education",
    "Electronics",
    "Entertainment",
    "FacilitiesExpenses",
    "Fees",
    "FoodDelivery",
    "FuelAndGas",
    "Gambling",
    "GovernmentServices",
    "Grocery",
    "GroundTransportation",
    "Insurance",
    "InternetAndTelephone",
    "Legal",
    "Lodging",
    "Medical",
    "Memberships",
    "OfficeSupplies",
    "Other",
    "OtherTravel",
    "Parking",
    "Political",
    "ProfessionalServices",
    "Restaurants",
    "Retail",
    "RideshareAndTaxis",
    "Shipping",
    "Software",
    "Taxes",
    "Utilities",
    "VehicleExpenses",
]


def check_mercury_category(value: str) -> MercuryCategory:
    """Passes every value: a newer service may know more of them."""
    return cast(MercuryCategory, value)
