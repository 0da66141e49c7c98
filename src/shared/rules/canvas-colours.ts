/** The background color of each theme, also used for windows before their page loads. */
export const canvasColours = { light: '#f5f7f8', dark: '#11171b' } as const
