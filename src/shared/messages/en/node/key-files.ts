export const keyFiles = {}
