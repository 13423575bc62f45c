/** For a column of buttons: no line breaks inside or between them if the row is wide. */
export const unwrappedActions = '@min-[35rem]:*:flex-nowrap @min-[35rem]:whitespace-nowrap'
