/** The background color in each theme, and of a window before its page loads. */
export const canvasColours = { light: '#f5f7f8', dark: '#11171b' } as const
