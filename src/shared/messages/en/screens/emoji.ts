export const emoji = {}
