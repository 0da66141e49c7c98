export const directory = {}
