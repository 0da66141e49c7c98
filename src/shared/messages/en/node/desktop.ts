export const desktop = {}
