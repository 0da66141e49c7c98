/** What failures of a copy's sync say, by the list that is copied. */
export const copyTexts = {
  users: {
    tooMany: 'directory.tooManyUsers',
    tooLarge: 'directory.copyTooLarge',
    noRoomHint: 'directory.noRoomHint',
    loadingEnded: 'directory.loadingEnded',
    unreadableList: 'directory.unreadableList',
    emptyList: 'directory.emptyList',
  },
} as const

export type CopyTexts = (typeof copyTexts)[keyof typeof copyTexts]
