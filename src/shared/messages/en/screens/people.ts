export const people = {}
