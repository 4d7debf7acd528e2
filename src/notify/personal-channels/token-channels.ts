import type { TokenCreations } from '../../accounts/vocabulary.ts';
import { channelsMadeWith, deleteChannelsMadeWith } from './store.ts';

/** docs/tokens.md, "What a token leaves behind": the channels that a person's programs have added. */
export const tokenChannels: TokenCreations = {
  madeWith: async (q, { userId }, tokenIds) =>
    (await channelsMadeWith(q, userId, tokenIds)).map(({ kind, ...made }) => ({
      ...made,
      type: 'CHANNEL',
      name: kind,
    })),

  async end(q, { userId }, tokenId) {
    const kinds = await deleteChannelsMadeWith(q, userId, tokenId);
    return {
      lines: kinds.map((kind) => ({
        action: 'channel.deleted',
        message: `Deleted a channel: ${kind}`,
        subjectId: userId,
      })),
      announce: () => Promise.resolve(),
    };
  },
};
