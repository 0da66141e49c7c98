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
  tokens: {
    tooMany: 'credentials.tooMany',
    tooLarge: 'credentials.copyTooLarge',
    noRoomHint: 'credentials.noRoomHint',
    loadingEnded: 'credentials.loadingEnded',
    unreadableList: 'credentials.unreadableList',
    emptyList: 'credentials.emptyList',
  },
} as const

export type CopyTexts = (typeof copyTexts)[keyof typeof copyTexts]
