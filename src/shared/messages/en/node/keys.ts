export const keys = {}
