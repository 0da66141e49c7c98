export const user = {}
