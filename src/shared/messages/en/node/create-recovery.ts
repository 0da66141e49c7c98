export const createRecovery = {}
