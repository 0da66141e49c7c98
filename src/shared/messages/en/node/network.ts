export const network = {}
