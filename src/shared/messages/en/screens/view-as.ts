export const viewAs = {}
