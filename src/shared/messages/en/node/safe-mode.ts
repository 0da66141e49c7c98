export const safeMode = {}
