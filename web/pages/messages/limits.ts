/** The API's limit (POST /messages). */
export const MAX_CHARACTERS = 5000;
