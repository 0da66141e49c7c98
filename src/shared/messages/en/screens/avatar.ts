export const avatar = {}
