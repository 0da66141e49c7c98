export const lock = {}
