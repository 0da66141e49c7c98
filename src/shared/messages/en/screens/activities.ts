export const activities = {}
