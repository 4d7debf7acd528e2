/** What the API takes (POST /messages). */
export const MOST_CHARACTERS = 5000;
