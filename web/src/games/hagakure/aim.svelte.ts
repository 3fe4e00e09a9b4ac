/** Look needs a place: between choosing the banner and choosing where, the places can be touched. */
export const aim: { open: boolean } = $state({ open: false });
