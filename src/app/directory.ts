/** What single sign-on asks of the directory that manages accounts; without one, nobody comes from it. */
export const noDirectory = {
  isFromDirectory: async (): Promise<boolean> => false,
  managesGroupsOf: async (): Promise<boolean> => false,
};
