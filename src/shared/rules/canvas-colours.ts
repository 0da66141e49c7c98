/** Each theme's background color, which windows also use before their page loads. */
export const canvasColours = { light: '#f5f7f8', dark: '#11171b' } as const
