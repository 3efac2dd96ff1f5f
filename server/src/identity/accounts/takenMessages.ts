/** The messages that a form shows at its field. */
export const PHONE_TAKEN = 'This phone number is already registered';
export const EMAIL_TAKEN = 'This email address is already registered';
