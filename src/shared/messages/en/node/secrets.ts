export const secrets = {}
