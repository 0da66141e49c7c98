export const editing = {}
