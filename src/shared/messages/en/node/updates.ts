export const updates = {}
