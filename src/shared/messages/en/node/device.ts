export const device = {}
