export const tokens = {}
