export const serviceAccounts = {}
