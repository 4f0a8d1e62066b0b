# A formula for Homebrew. The release workflow fills in @REPOSITORY@, @VERSION@ and @SHA256@ (of the source archive).
class Rowsmith < Formula
  desc "Turns web pages into rows: lists, tables, posts and articles, without selectors"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/archive/refs/tags/v@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/rowsmith-cli"), "--features", "full", "--profile", "dist"
    system "packaging/extras", bin/"rowsmith", buildpath/"extras"
    man1.install Dir["extras/man1/*.1"]
    bash_completion.install "extras/completions/rowsmith.bash" => "rowsmith"
    zsh_completion.install "extras/completions/_rowsmith"
    fish_completion.install "extras/completions/rowsmith.fish"
  end

  test do
    (testpath/"page.html").write "<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>"
    assert_match "Two", shell_output("#{bin}/rowsmith records page.html -f csv")
  end
end
