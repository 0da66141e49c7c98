/** What lies behind everything, in each theme. A window has it before its page is there. */
export const canvasColours = { light: '#f5f7f8', dark: '#11171b' } as const
