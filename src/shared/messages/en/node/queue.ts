export const queue = {}
