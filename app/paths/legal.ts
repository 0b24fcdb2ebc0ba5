export const imprintPath = '/app/imprint';
export const privacyPath = '/app/privacy';
