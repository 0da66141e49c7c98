export const selfTest = {}
