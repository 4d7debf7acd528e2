/** The API's limit (POST /messages). */
export const MOST_CHARACTERS = 5000;
