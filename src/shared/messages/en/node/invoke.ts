export const invoke = {}
