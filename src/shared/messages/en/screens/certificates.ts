export const certificates = {}
