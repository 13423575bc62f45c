/** For a column of buttons: their words stay whole, and they in one line, where the row is wide. */
export const unwrappedActions = '@min-[35rem]:*:flex-nowrap @min-[35rem]:whitespace-nowrap'
