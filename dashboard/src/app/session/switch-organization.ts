const EMAIL = "bursar.switchingEmail";

/** Each organization has its own user and sign-in: to switch is to sign in again, with the same address. */
export const rememberEmailForSwitch = (email: string): void => sessionStorage.setItem(EMAIL, email);

/** The address to begin a sign-in with; undefined unless the user is switching organizations. */
export const emailOfSwitch = (): string | undefined => sessionStorage.getItem(EMAIL) ?? undefined;

export const endSwitch = (): void => sessionStorage.removeItem(EMAIL);
