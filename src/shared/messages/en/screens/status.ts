export const status = {}
