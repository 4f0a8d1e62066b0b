// Builds the window into the files that the server has built in: three, with the same names always, and nothing inline.
export default {
  base: "./",
  build: {
    outDir: "../crates/rowsmith-studio/assets",
    emptyOutDir: true,
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    rollupOptions: { output: { entryFileNames: "app.js", assetFileNames: "app.[ext]" } },
  },
};
