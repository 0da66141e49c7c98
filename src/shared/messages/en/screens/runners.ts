export const runners = {}
